# bash completion for pmrec; made by `pmrec completion bash`
_pmrec() {
	local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
	local part=${word##*,} before=
	before=${word%"$part"}
	COMPREPLY=()
	if ((COMP_CWORD == 1)) || [[ $command == help ]]; then
		COMPREPLY=($(compgen -W 'record list report fold diff flame export script info archive inject doctor evlist buildid-list completion help version' -- "$word"))
		return
	fi
	case $command,$last in
	completion,*) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")) ;;
	record,--call-graph) COMPREPLY=($(compgen -P "$before" -W 'fp dwarf lbr defer fp,defer dwarf,raw auto' -- "$part")) ;;
	record,-e|record,--event) COMPREPLY=($(compgen -P "$before" -W 'cycles instructions cpu-clock task-clock page-faults context-switches cpu-migrations' -- "$part")) ;;
	record,-F|record,--freq) COMPREPLY=($(compgen -P "$before" -W 'max' -- "$part")) ;;
	record,-j|record,--branch-filter) COMPREPLY=($(compgen -P "$before" -W 'any any_call any_ret ind_call ind_jmp call cond u k hv in_tx no_tx abort_tx stack save_type no_flags no_cycles hw_index priv counter' -- "$part")) ;;
	record,-k|record,--clockid) COMPREPLY=($(compgen -P "$before" -W 'monotonic monotonic_raw realtime boottime tai' -- "$part")) ;;
	record,-o|record,--output) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	record,--affinity) COMPREPLY=($(compgen -P "$before" -W 'sys node cpu' -- "$part")) ;;
	record,--compress-form) COMPREPLY=($(compgen -P "$before" -W '1 2' -- "$part")) ;;
	record,--switch-output) COMPREPLY=($(compgen -P "$before" -W 'signal' -- "$part")) ;;
	record,--synth) COMPREPLY=($(compgen -P "$before" -W 'no all task mmap cgroup' -- "$part")) ;;
	record,--vmlinux) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	report,-i|report,--input) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	report,-s|report,--sort) COMPREPLY=($(compgen -P "$before" -W 'overhead overhead_children overhead_sys overhead_us overhead_guest_sys overhead_guest_us sample period comm dso sym pid tid tgid cpu srcline srcfile ' -- "$part")) ;;
	report,--by) COMPREPLY=($(compgen -P "$before" -W 'comm dso symbol line source thread pid cpu ' -- "$part")) ;;
	report,-F|report,--fields) COMPREPLY=($(compgen -P "$before" -W 'overhead overhead_children overhead_sys overhead_us overhead_guest_sys overhead_guest_us sample period comm dso sym pid tid tgid cpu srcline srcfile ' -- "$part")) ;;
	report,-g|report,--call-graph) COMPREPLY=($(compgen -P "$before" -W 'none caller callee function srcline' -- "$part")) ;;
	report,--tree) COMPREPLY=($(compgen -P "$before" -W 'top-down bottom-up' -- "$part")) ;;
	report,--color) COMPREPLY=($(compgen -P "$before" -W 'auto never always' -- "$part")) ;;
	report,--kallsyms) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	report,-k|report,--vmlinux) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	report,--symfs) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	report,--debug-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	report,--buildid-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	fold,-i|fold,--input) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	fold,--weight) COMPREPLY=($(compgen -P "$before" -W 'period samples' -- "$part")) ;;
	fold,--diff) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	fold,--kallsyms) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	fold,-k|fold,--vmlinux) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	fold,--symfs) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	fold,--debug-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	fold,--buildid-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	diff,-s|diff,--sort) COMPREPLY=($(compgen -P "$before" -W 'comm dso sym' -- "$part")) ;;
	diff,--compute) COMPREPLY=($(compgen -P "$before" -W 'delta-abs delta' -- "$part")) ;;
	diff,--kallsyms) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	diff,-k|diff,--vmlinux) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	diff,--symfs) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	diff,--debug-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	diff,--buildid-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	flame,-i|flame,--input) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	flame,-o|flame,--output) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	flame,--diff) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	flame,--kallsyms) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	flame,-k|flame,--vmlinux) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	flame,--symfs) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	flame,--debug-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	flame,--buildid-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	export,-i|export,--input) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	export,--format) COMPREPLY=($(compgen -P "$before" -W ' pprof speedscope callgrind folded chrome perf-script json firefox' -- "$part")) ;;
	export,-o|export,--output) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	export,--kallsyms) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	export,-k|export,--vmlinux) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	export,--symfs) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	export,--debug-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	export,--buildid-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	script,-i|script,--input) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	script,-F|script,--fields) COMPREPLY=($(compgen -P "$before" -W 'machine_pid vcpu comm pid tid cpu misc tod time period event flags trace addr data_src weight ins_lat retire_lat cgroup ip sym symoff dso dsoff srcline iregs uregs brstack brstacksym brstackoff brcntr bpf-output phys_addr data_page_size code_page_size ' -- "$part")) ;;
	script,--kallsyms) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	script,-k|script,--vmlinux) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	script,--symfs) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	script,--debug-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	script,--buildid-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	info,-i|info,--input) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	info,--kallsyms) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	info,-k|info,--vmlinux) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	info,--symfs) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	info,--debug-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	info,--buildid-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	archive,-i|archive,--input) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	archive,-o|archive,--output) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	inject,-i|inject,--input) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	inject,-o|inject,--output) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	inject,--kallsyms) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	inject,-k|inject,--vmlinux) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	inject,--symfs) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	inject,--debug-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	inject,--buildid-dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	evlist,-i|evlist,--input) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	buildid-list,-i|buildid-list,--input) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	esac
	((${#COMPREPLY[@]} == 0)) || return
	if [[ $command == record ]]; then
		local i
		for ((i = 2; i < COMP_CWORD; i++)); do
			case ${COMP_WORDS[i]} in
			--call-graph|--max-stack|-e|--event|--filter|-F|--freq|-c|--count|-j|--branch-filter|--user-regs|-I|--intr-regs|-k|--clockid|-o|--output|-m|--mmap-pages|--mmap-flush|--buffer-size|-r|--realtime|--affinity|-C|--cpu|-p|--pid|-t|--tid|-u|--uid|-G|--cgroup|-D|--delay|--duration|--control|-z|--compression-level|--compress-form|--switch-output|--switch-output-event|--switch-max-files|--max-size|--synth|--aio|--num-thread-synthesize|--proc-map-timeout|--vmlinux) ((i++)) ;;
			-*) ;;
			*) return ;;
			esac
		done
		if [[ $word != -* && $i == "$COMP_CWORD" ]]; then
			COMPREPLY=($(compgen -c -- "$word"))
			return
		fi
	fi
	[[ $word == -* ]] || return
	case $command in
	record) COMPREPLY=($(compgen -W '-a --all-cpus -g --call-graph --no-call-graph --raw-stacks --max-stack --raise-max-stack --user-callchains --kernel-callchains -e --event --filter -F --freq --strict-freq -c --count -d --data --sample-mem-info --data-mmap --phys-data --data-page-size --code-page-size -W --weight --transaction -P --period --no-period -T --timestamp --sample-cpu --sample-identifier -R --raw-samples -b --branch-any -j --branch-filter --user-regs -I --intr-regs -s --stat --running-time -n --no-samples -k --clockid --all-user --all-kernel --exclude-perf -o --output -m --mmap-pages --mmap-flush --no-buffering --buffer-size -r --realtime --affinity -C --cpu -p --pid -t --tid -u --uid -G --cgroup --per-thread -i --no-inherit -D --delay --duration --control -z --compression-level --compress-form --switch-output --switch-output-event --switch-max-files --max-size --timestamp-filename --overwrite --synth --namespaces --all-cgroups --switch-events --latency --no-bpf-event --tail-synthesize -B --no-buildid --buildid-all --buildid-mmap --no-buildid-mmap --no-embed -N --no-buildid-cache --timestamp-boundary --aio --num-thread-synthesize --proc-map-timeout --vmlinux --dry-run -q --quiet -v --verbose -h --help' -- "$word")) ;;
	list) COMPREPLY=($(compgen -W '--json -h --help' -- "$word")) ;;
	report) COMPREPLY=($(compgen -W '-i --input -s --sort --by -F --fields --children --no-children -g --call-graph --no-call-graph --tree -b --branch-stack --no-branch-stack --percent-limit --max-stack --group --no-group -n --show-nr-samples --show-total-period --showcpuutilization --color -t --field-separator --csv --json --stats --header --header-only -I --show-info -D --dump-raw-trace --stdio --pid --tid --time -C --cpu -c --comms -d --dsos -S --symbols --event --kallsyms -k --vmlinux --symfs --debug-dir --buildid-dir --demangle --no-demangle --debuginfod --inline --no-inline --full-source-path -v --verbose -q --quiet -f --force -h --help' -- "$word")) ;;
	fold) COMPREPLY=($(compgen -W '-i --input --kernel --jit --all --pid --tid --addrs --weight --diff --normalize --time -C --cpu -c --comms -d --dsos -S --symbols --event --kallsyms -k --vmlinux --symfs --debug-dir --buildid-dir --demangle --no-demangle --debuginfod --inline --no-inline -h --help' -- "$word")) ;;
	diff) COMPREPLY=($(compgen -W '-s --sort --compute --children --no-children --percent-limit --normalize --pid --tid --time -C --cpu -c --comms -d --dsos -S --symbols --event --kallsyms -k --vmlinux --symfs --debug-dir --buildid-dir --demangle --no-demangle --debuginfod --inline --no-inline -v --verbose -q --quiet -f --force -h --help' -- "$word")) ;;
	flame) COMPREPLY=($(compgen -W '-i --input -o --output --title --reverse --min-share --addrs --diff --pid --tid --time -C --cpu -c --comms -d --dsos -S --symbols --event --kallsyms -k --vmlinux --symfs --debug-dir --buildid-dir --demangle --no-demangle --debuginfod --inline --no-inline -v --verbose -q --quiet -f --force -h --help' -- "$word")) ;;
	export) COMPREPLY=($(compgen -W '-i --input --format -o --output --pid --tid --time -C --cpu -c --comms -d --dsos -S --symbols --event --kallsyms -k --vmlinux --symfs --debug-dir --buildid-dir --demangle --no-demangle --debuginfod --inline --no-inline -v --verbose -q --quiet -f --force -h --help' -- "$word")) ;;
	script) COMPREPLY=($(compgen -W '-i --input -F --fields -G --hide-call-graph --max-stack --ns --reltime --deltatime --json --show-mmap-events --show-task-events --show-lost-events --show-switch-events --show-namespace-events --show-cgroup-events --show-bpf-events --show-text-poke-events --show-round-events --header --header-only -I --show-info --pid --tid --time -C --cpu -c --comms -d --dsos -S --symbols --event --kallsyms -k --vmlinux --symfs --debug-dir --buildid-dir --demangle --no-demangle --debuginfod --inline --no-inline --full-source-path -v --verbose -q --quiet -f --force -h --help' -- "$word")) ;;
	info) COMPREPLY=($(compgen -W '-i --input --json --check --kallsyms -k --vmlinux --symfs --debug-dir --buildid-dir --demangle --no-demangle -h --help' -- "$word")) ;;
	archive) COMPREPLY=($(compgen -W '-i --input -o --output -a --all --unhit -q --quiet -h --help' -- "$word")) ;;
	inject) COMPREPLY=($(compgen -W '-i --input -o --output --kallsyms -k --vmlinux --symfs --debug-dir --buildid-dir --debuginfod -v --verbose -q --quiet -f --force -h --help' -- "$word")) ;;
	doctor) COMPREPLY=($(compgen -W '--json -h --help' -- "$word")) ;;
	evlist) COMPREPLY=($(compgen -W '-i --input -F --freq -g --group -v --verbose --trace-fields -f --force -h --help' -- "$word")) ;;
	buildid-list) COMPREPLY=($(compgen -W '-i --input -H --with-hits -k --kernel -v --verbose -q --quiet -f --force -h --help' -- "$word")) ;;
	completion) COMPREPLY=($(compgen -W '-h --help' -- "$word")) ;;
	help) COMPREPLY=($(compgen -W '-h --help' -- "$word")) ;;
	version) COMPREPLY=($(compgen -W '-h --help' -- "$word")) ;;
	esac
}
complete -o default -F _pmrec pmrec
