one
two ${nofil + 1}
