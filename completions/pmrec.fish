# fish completion for pmrec; made by `pmrec completion fish`
complete -c pmrec -n __fish_use_subcommand -f -a record -d 'run a command, or watch all CPUs, and record samples'
complete -c pmrec -n __fish_use_subcommand -f -a report -d 'print where the samples fell, as a table'
complete -c pmrec -n __fish_use_subcommand -f -a fold -d 'print folded stacks, one a line, for flame graphs'
complete -c pmrec -n __fish_use_subcommand -f -a script -d 'print every sample as text'
complete -c pmrec -n __fish_use_subcommand -f -a evlist -d 'list the events of a recording'
complete -c pmrec -n __fish_use_subcommand -f -a buildid-list -d 'list the build-ids in a recording'
complete -c pmrec -n __fish_use_subcommand -f -a completion -d 'print completions for a shell'
complete -c pmrec -n __fish_use_subcommand -f -a help -d 'say how a command is used'
complete -c pmrec -n __fish_use_subcommand -f -a version -d 'print the version'
complete -c pmrec -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'
complete -c pmrec -n '__fish_seen_subcommand_from help' -f -a record
complete -c pmrec -n '__fish_seen_subcommand_from help' -f -a report
complete -c pmrec -n '__fish_seen_subcommand_from help' -f -a fold
complete -c pmrec -n '__fish_seen_subcommand_from help' -f -a script
complete -c pmrec -n '__fish_seen_subcommand_from help' -f -a evlist
complete -c pmrec -n '__fish_seen_subcommand_from help' -f -a buildid-list
complete -c pmrec -n '__fish_seen_subcommand_from help' -f -a completion
complete -c pmrec -n '__fish_seen_subcommand_from help' -f -a help
complete -c pmrec -n '__fish_seen_subcommand_from help' -f -a version
complete -c pmrec -n '__fish_seen_subcommand_from record' -s a -l all-cpus -d 'record all processes on all CPUs, until the command ends or Ctrl-C'
complete -c pmrec -n '__fish_seen_subcommand_from record' -s g -d 'record call chains'
complete -c pmrec -n '__fish_seen_subcommand_from record' -l call-graph -x -a 'fp' -d 'record call chains: fp (frame pointers)'
complete -c pmrec -n '__fish_seen_subcommand_from record' -s e -l event -x -a 'cycles instructions cpu-clock task-clock page-faults context-switches cpu-migrations' -d 'what to sample, as name:modifiers; may be a list or be given several times'
complete -c pmrec -n '__fish_seen_subcommand_from record' -s F -l freq -x -a 'max' -d 'samples a second for each CPU, or max (default 4000)'
complete -c pmrec -n '__fish_seen_subcommand_from record' -s c -l count -x -d 'one sample every N events instead of by frequency'
complete -c pmrec -n '__fish_seen_subcommand_from record' -s o -l output -r -d 'where to write (default perf.data; one that is there becomes perf.data.old)'
complete -c pmrec -n '__fish_seen_subcommand_from record' -s m -l mmap-pages -x -d 'ring size for each CPU in pages, or with a suffix B K M G (default 512K)'
complete -c pmrec -n '__fish_seen_subcommand_from record' -s C -l cpu -x -d 'record all processes on these CPUs, such as 0-3,7'
complete -c pmrec -n '__fish_seen_subcommand_from record' -s i -l no-inherit -d 'leave out the processes and threads that the command starts'
complete -c pmrec -n '__fish_seen_subcommand_from record' -s q -l quiet -d 'say only what went wrong'
complete -c pmrec -n '__fish_seen_subcommand_from record' -s v -l verbose -d 'say more'
complete -c pmrec -n '__fish_seen_subcommand_from report' -s i -l input -r -d 'recording to read (default perf.data; - for standard input)'
complete -c pmrec -n '__fish_seen_subcommand_from report' -s s -l sort -x -a 'comm dso sym pid tid cpu' -d 'group by these, default comm,dso,sym; also pid, tid, cpu'
complete -c pmrec -n '__fish_seen_subcommand_from report' -l children -d 'give callers the weight of what they call (default with call chains)'
complete -c pmrec -n '__fish_seen_subcommand_from report' -l no-children
complete -c pmrec -n '__fish_seen_subcommand_from report' -s g -l call-graph -a 'none caller callee' -d 'call graphs: none, caller, callee, a least percentage'
complete -c pmrec -n '__fish_seen_subcommand_from report' -l no-call-graph
complete -c pmrec -n '__fish_seen_subcommand_from report' -l percent-limit -x -d 'leave out entries below this'
complete -c pmrec -n '__fish_seen_subcommand_from report' -l max-stack -x -d 'take so many frames of a call chain, innermost first (default 127)'
complete -c pmrec -n '__fish_seen_subcommand_from report' -s n -l show-nr-samples -d 'print the number of samples of each entry'
complete -c pmrec -n '__fish_seen_subcommand_from report' -l stats -d 'print the number of records of each type instead'
complete -c pmrec -n '__fish_seen_subcommand_from report' -l header -d 'print what the file says of the recording before the report'
complete -c pmrec -n '__fish_seen_subcommand_from report' -l header-only -d 'print only that'
complete -c pmrec -n '__fish_seen_subcommand_from report' -s I -l show-info -d 'print all that the header holds (it always is)'
complete -c pmrec -n '__fish_seen_subcommand_from report' -l stdio -d 'print to standard output (it always is)'
complete -c pmrec -n '__fish_seen_subcommand_from report' -l kallsyms -r -d 'read kernel names from this copy of /proc/kallsyms'
complete -c pmrec -n '__fish_seen_subcommand_from report' -l symfs -r -d 'look for the recorded files below this folder'
complete -c pmrec -n '__fish_seen_subcommand_from report' -l demangle -d 'show C++ and Rust names readably (default)'
complete -c pmrec -n '__fish_seen_subcommand_from report' -l no-demangle
complete -c pmrec -n '__fish_seen_subcommand_from fold' -s i -l input -r -d 'recording to read (default perf.data; - for standard input)'
complete -c pmrec -n '__fish_seen_subcommand_from fold' -l kernel -d 'mark kernel functions with _[k]'
complete -c pmrec -n '__fish_seen_subcommand_from fold' -l jit -d 'mark functions of a perf map with _[j]'
complete -c pmrec -n '__fish_seen_subcommand_from fold' -l all -d 'both marks: --kernel --jit'
complete -c pmrec -n '__fish_seen_subcommand_from fold' -l pid -d 'after the command name: -PID'
complete -c pmrec -n '__fish_seen_subcommand_from fold' -l tid -d 'after the command name: -PID/TID'
complete -c pmrec -n '__fish_seen_subcommand_from fold' -l addrs -d 'show the address of what has no name'
complete -c pmrec -n '__fish_seen_subcommand_from fold' -l weight -x -a 'period samples' -d 'what is counted: period (default) or samples'
complete -c pmrec -n '__fish_seen_subcommand_from fold' -l event -x -d 'fold this event (default the first that has samples)'
complete -c pmrec -n '__fish_seen_subcommand_from fold' -l kallsyms -r -d 'read kernel names from this copy of /proc/kallsyms'
complete -c pmrec -n '__fish_seen_subcommand_from fold' -l symfs -r -d 'look for the recorded files below this folder'
complete -c pmrec -n '__fish_seen_subcommand_from fold' -l demangle -d 'show C++ and Rust names readably (default)'
complete -c pmrec -n '__fish_seen_subcommand_from fold' -l no-demangle
complete -c pmrec -n '__fish_seen_subcommand_from script' -s i -l input -r -d 'recording to read (default perf.data; - for standard input)'
complete -c pmrec -n '__fish_seen_subcommand_from script' -s F -l fields -x -d 'what to print: comm,tid,pid,time,cpu,period,event,ip,sym,symoff,dso,addr'
complete -c pmrec -n '__fish_seen_subcommand_from script' -l max-stack -x -d 'print so many frames of a call chain (default 127)'
complete -c pmrec -n '__fish_seen_subcommand_from script' -l show-mmap-events -d 'print MMAP and MMAP2 records too'
complete -c pmrec -n '__fish_seen_subcommand_from script' -l show-task-events -d 'print COMM, FORK and EXIT records too'
complete -c pmrec -n '__fish_seen_subcommand_from script' -l show-lost-events -d 'print LOST records too'
complete -c pmrec -n '__fish_seen_subcommand_from script' -l kallsyms -r -d 'read kernel names from this copy of /proc/kallsyms'
complete -c pmrec -n '__fish_seen_subcommand_from script' -l symfs -r -d 'look for the recorded files below this folder'
complete -c pmrec -n '__fish_seen_subcommand_from script' -l demangle -d 'show C++ and Rust names readably (default)'
complete -c pmrec -n '__fish_seen_subcommand_from script' -l no-demangle
complete -c pmrec -n '__fish_seen_subcommand_from evlist' -s i -l input -r -d 'recording to read (default perf.data; - for standard input)'
complete -c pmrec -n '__fish_seen_subcommand_from evlist' -s v -l verbose -d 'print the attributes of each event'
complete -c pmrec -n '__fish_seen_subcommand_from buildid-list' -s i -l input -r -d 'recording to read (default perf.data; - for standard input)'
