# ${inventory_hostname}: ${facts.processor_vcpus} CPUs, ${facts.distribution} ${facts.distribution_version}
* soft nofile ${open_files}
