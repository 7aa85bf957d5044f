/** `afterimage completion`: the script by which a shell completes commands, families and options. */
import { Argument, type Command } from 'commander';
import { withoutDatabase } from '../operation.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export function addCompletionCommand(program: Command): void {
  const command = program
    .command('completion')
    .description('print the script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>').choices(shells));
  withoutDatabase(
    command,
    [
      'completion bash > /etc/bash_completion.d/afterimage',
      'completion fish > ~/.config/fish/completions/afterimage.fish',
    ],
    async () => {
      const shell = command.args[0] as (typeof shells)[number];
      const script = scripts[shell](linesOf(program));
      return { json: { shell, script }, text: script };
    },
  );
}

/** A command, by the words that lead to it, and the words that may follow. */
interface Line {
  path: string;
  words: string;
}

function linesOf(command: Command, path = ''): Line[] {
  const options = command.options.flatMap(({ long }) => (long ? [long] : []));
  const words = [...command.commands.map((below) => below.name()), ...choicesOf(command), ...options, '--help'];
  const below = command.commands.flatMap((each) => linesOf(each, `${path} ${each.name()}`.trim()));
  return [{ path, words: [...new Set(words)].join(' ') }, ...below];
}

const choicesOf = (command: Command): readonly string[] =>
  command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);

/** Words that lead nowhere, such as the value of an option, are passed over. */
const scripts = {
  bash: (lines: readonly Line[]) => `_afterimage() {
  local path='' words='' next i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${path:+$path }\${COMP_WORDS[i]}"
    case "$next" in
${caseLines(lines, '      ')}
    esac
  done
  [[ -z $path ]] && words='${lines[0]?.words}'
  if [[ -n $words && \${COMP_WORDS[COMP_CWORD]} != @* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
  fi
  [[ \${#COMPREPLY[@]} -eq 0 ]] && mapfile -t COMPREPLY < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -F _afterimage afterimage`,
  zsh: (lines: readonly Line[]) => `#compdef afterimage
_afterimage() {
  local path_='' words_='' next i
  for ((i = 2; i < CURRENT; i++)); do
    next="\${path_:+$path_ }\${words[i]}"
    case "$next" in
${caseLines(lines, '      ').replaceAll('path=', 'path_=').replaceAll('words=', 'words_=')}
    esac
  done
  [[ -z $path_ ]] && words_='${lines[0]?.words}'
  compadd -- \${=words_} || _files
}
compdef _afterimage afterimage`,
  fish: (lines: readonly Line[]) => `function __afterimage_words
  set -l path ''
  set -l words '${lines[0]?.words}'
  for word in (commandline -opc)[2..-1]
    set -l next (string trim "$path $word")
    switch "$next"
${lines
  .slice(1)
  .map(({ path, words }) => `      case '${path}'\n        set path "$next"\n        set words '${words}'`)
  .join('\n')}
    end
  end
  string split ' ' -- "$words"
end
complete -c afterimage -a '(__afterimage_words)'`,
};

const caseLines = (lines: readonly Line[], indent: string): string =>
  lines
    .slice(1)
    .map(({ path, words }) => `${indent}'${path}') path="$next" words='${words}' ;;`)
    .join('\n');
