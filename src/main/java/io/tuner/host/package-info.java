/**
 * Hosts and how to reach them: over SSH, on this machine, or in a sandbox; and the HTTP of
 * management controllers. Delivers bytes both ways; what the bytes mean is for others. The only
 * place for SSH, for starting processes and for HTTP.
 */
package io.tuner.host;
