package io.tuner.host;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The cryptography of a login; what it computes is thrown away. */
final class WarmUp {

  void run() {
    try {
      KeyPair agreed = KeyPairGenerator.getInstance("X25519").generateKeyPair();
      KeyAgreement agreement = KeyAgreement.getInstance("X25519");
      agreement.init(agreed.getPrivate());
      agreement.doPhase(agreed.getPublic(), true);
      MessageDigest.getInstance("SHA-256").digest(agreement.generateSecret());
      KeyPair signing = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(signing.getPrivate());
      byte[] signed = signature.sign();
      signature.initVerify(signing.getPublic());
      signature.verify(signed);
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(new byte[16], "AES"),
          new GCMParameterSpec(128, new byte[12]));
      cipher.doFinal(new byte[16]);
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
      mac.doFinal(new byte[16]);
    } catch (GeneralSecurityException lacking) {
      // The login will say so.
    }
  }
}
