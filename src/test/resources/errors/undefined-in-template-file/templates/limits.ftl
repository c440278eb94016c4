first
  nofile ${nofil}
