# bash completion for pmrec; made by `pmrec completion bash`
_pmrec() {
	local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
	COMPREPLY=()
	if ((COMP_CWORD == 1)); then
		COMPREPLY=($(compgen -W 'record report fold script evlist buildid-list completion help version' -- "$word"))
		return
	fi
	case $command,$last in
	record,--call-graph) COMPREPLY=($(compgen -W 'fp' -- "$word")) ;;
	record,-e|record,--event) COMPREPLY=($(compgen -W 'cycles instructions cpu-clock task-clock page-faults context-switches cpu-migrations' -- "$word")) ;;
	record,-F|record,--freq) COMPREPLY=($(compgen -W 'max' -- "$word")) ;;
	record,-o|record,--output) COMPREPLY=($(compgen -f -- "$word")) ;;
	report,-i|report,--input) COMPREPLY=($(compgen -f -- "$word")) ;;
	report,-s|report,--sort) COMPREPLY=($(compgen -W 'comm dso sym pid tid cpu' -- "$word")) ;;
	report,-g|report,--call-graph) COMPREPLY=($(compgen -W 'none caller callee' -- "$word")) ;;
	report,--kallsyms) COMPREPLY=($(compgen -f -- "$word")) ;;
	report,--symfs) COMPREPLY=($(compgen -f -- "$word")) ;;
	fold,-i|fold,--input) COMPREPLY=($(compgen -f -- "$word")) ;;
	fold,--weight) COMPREPLY=($(compgen -W 'period samples' -- "$word")) ;;
	fold,--kallsyms) COMPREPLY=($(compgen -f -- "$word")) ;;
	fold,--symfs) COMPREPLY=($(compgen -f -- "$word")) ;;
	script,-i|script,--input) COMPREPLY=($(compgen -f -- "$word")) ;;
	script,--kallsyms) COMPREPLY=($(compgen -f -- "$word")) ;;
	script,--symfs) COMPREPLY=($(compgen -f -- "$word")) ;;
	evlist,-i|evlist,--input) COMPREPLY=($(compgen -f -- "$word")) ;;
	buildid-list,-i|buildid-list,--input) COMPREPLY=($(compgen -f -- "$word")) ;;
	esac
	[[ ${#COMPREPLY[@]} -eq 0 && $word == -* ]] || return
	case $command in
	record) COMPREPLY=($(compgen -W '-a --all-cpus -g --call-graph -e --event -F --freq -c --count -o --output -m --mmap-pages -C --cpu -i --no-inherit -q --quiet -v --verbose -h --help' -- "$word")) ;;
	report) COMPREPLY=($(compgen -W '-i --input -s --sort --children --no-children -g --call-graph --no-call-graph --percent-limit -n --show-nr-samples --stats --header --header-only -I --show-info --stdio --kallsyms --symfs --demangle --no-demangle -h --help' -- "$word")) ;;
	fold) COMPREPLY=($(compgen -W '-i --input --kernel --jit --all --pid --tid --addrs --weight --event --kallsyms --symfs --demangle --no-demangle -h --help' -- "$word")) ;;
	script) COMPREPLY=($(compgen -W '-i --input -F --fields --show-mmap-events --show-task-events --show-lost-events --kallsyms --symfs --demangle --no-demangle -h --help' -- "$word")) ;;
	evlist) COMPREPLY=($(compgen -W '-i --input -v --verbose -h --help' -- "$word")) ;;
	buildid-list) COMPREPLY=($(compgen -W '-i --input -h --help' -- "$word")) ;;
	completion) COMPREPLY=($(compgen -W '-h --help' -- "$word")) ;;
	help) COMPREPLY=($(compgen -W '-h --help' -- "$word")) ;;
	version) COMPREPLY=($(compgen -W '-h --help' -- "$word")) ;;
	esac
}
complete -o default -F _pmrec pmrec
