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

/** A command, or an option that takes a value, by the words that lead to it, and the words that may follow. */
interface Line {
  path: string;
  words: string;
}

interface Lines {
  commands: readonly Line[];
  /** After most of them comes a text or a file: no word then. */
  values: readonly Line[];
}

function linesOf(command: Command, path = ''): Lines {
  const options = command.options.flatMap(({ long }) => (long ? [long] : []));
  const words = [...command.commands.map((below) => below.name()), ...choicesOf(command), ...options, '--help'];
  const below = command.commands.map((each) => linesOf(each, `${path} ${each.name()}`.trim()));
  const values = command.options
    .filter(({ required, optional, long }) => long && (required || optional))
    .map(({ long, argChoices = [] }) => ({ path: `${path} ${long}`, words: argChoices.join(' ') }));
  return {
    commands: [{ path, words: [...new Set(words)].join(' ') }, ...below.flatMap(({ commands }) => commands)],
    values: [...values, ...below.flatMap((each) => each.values)],
  };
}

const choicesOf = (command: Command): readonly string[] =>
  command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);

/** Words that lead nowhere, such as the value of an option, are passed over. */
const scripts = {
  bash: ({ commands, values }: Lines) => `_afterimage() {
  local path='' words='' next i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${path:+$path }\${COMP_WORDS[i]}"
    case "$next" in
${commandCases(commands, '      ')}
    esac
  done
  [[ -z $path ]] && words='${commands[0]?.words}'
  case "$path \${COMP_WORDS[COMP_CWORD - 1]}" in
${valueCases(values)}
  esac
  if [[ -n $words && \${COMP_WORDS[COMP_CWORD]} != @* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
  fi
  [[ \${#COMPREPLY[@]} -eq 0 ]] && mapfile -t COMPREPLY < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -F _afterimage afterimage`,
  zsh: ({ commands, values }: Lines) => `#compdef afterimage
_afterimage() {
  local path_='' words_='' next i
  for ((i = 2; i < CURRENT; i++)); do
    next="\${path_:+$path_ }\${words[i]}"
    case "$next" in
${commandCases(commands, '      ').replaceAll('path=', 'path_=').replaceAll('words=', 'words_=')}
    esac
  done
  [[ -z $path_ ]] && words_='${commands[0]?.words}'
  case "$path_ \${words[CURRENT - 1]}" in
${valueCases(values).replaceAll('words=', 'words_=')}
  esac
  compadd -- \${=words_} || _files
}
compdef _afterimage afterimage`,
  fish: ({ commands, values }: Lines) => `function __afterimage_words
  set -l path ''
  set -l words '${commands[0]?.words}'
  set -l before (commandline -opc)
  for word in $before[2..-1]
    set -l next (string trim "$path $word")
    switch "$next"
${commands
  .slice(1)
  .map(({ path, words }) => `      case '${path}'\n        set path "$next"\n        set words '${words}'`)
  .join('\n')}
    end
  end
  switch "$path $before[-1]"
${values.map(({ path, words }) => `    case '${path}'\n      set words '${words}'`).join('\n')}
  end
  string split -n ' ' -- "$words"
end
complete -c afterimage -a '(__afterimage_words)'`,
};

const commandCases = (commands: readonly Line[], indent: string): string =>
  commands
    .slice(1)
    .map(({ path, words }) => `${indent}'${path}') path="$next" words='${words}' ;;`)
    .join('\n');

const valueCases = (values: readonly Line[]): string =>
  values.map(({ path, words }) => `    '${path}') words='${words}' ;;`).join('\n');
