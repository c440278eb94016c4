# Limits of ${database_user} on ${inventory_hostname}: a quarter of its RAM may be locked
${database_user} soft nofile ${connections * 10}
${database_user} hard nofile ${connections * 10}
${database_user} soft memlock ${facts.memtotal_mb * 1024 / 4}
${database_user} hard memlock ${facts.memtotal_mb * 1024 / 4}
