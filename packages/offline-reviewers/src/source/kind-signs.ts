import type { Kind } from './kind.ts'

/** Lower-case extensions; those of languages without a parser here are `code`. */
export const extensionKinds: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    javascript: ['js', 'mjs', 'cjs', 'jsx'],
    typescript: ['ts', 'mts', 'cts', 'tsx'],
    python: ['py', 'pyi', 'pyw'],
    diff: ['diff', 'patch'],
    markdown: ['md', 'mdx', 'markdown'],
    text: ['txt', 'rst', 'adoc', 'eml'],
    json: ['json', 'webmanifest', 'ipynb'],
    yaml: ['yaml', 'yml', 'toml', 'ini', 'cfg', 'conf', 'properties', 'env', 'tf'],
    shell: ['sh', 'bash', 'zsh', 'ksh'],
    dockerfile: ['dockerfile', 'containerfile'],
    markup: ['css', 'scss', 'less', 'html', 'htm', 'xml', 'svg'],
    code: [
      ...['go', 'rs', 'java', 'kt', 'kts', 'scala', 'c', 'h', 'cc', 'cpp', 'hpp', 'cs', 'm', 'swift', 'dart'],
      ...['php', 'rb', 'pl', 'lua', 'sql', 'r', 'ex', 'exs', 'erl', 'hs', 'ps1', 'bat', 'jsonc', 'json5'],
      ...['vue', 'svelte', 'proto', 'graphql'],
    ],
  }).flatMap(([kind, extensions]) => extensions.map((extension) => [extension, kind as Kind] as const)),
)

/** Lower-case names that say more than their extension. */
export const fileNameKinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['dockerfile', 'dockerfile'],
  ['containerfile', 'dockerfile'],
  ['makefile', 'code'],
  ['tsconfig.json', 'code'],
  ['readme', 'markdown'],
  ['license', 'text'],
])

/** What a line of a language looks like. Each expression is anchored and has no nested repetition. */
export const signs: readonly (readonly [Kind, RegExp])[] = [
  [
    'javascript',
    /^\s*(?:(?:export\s+)?(?:default\s+)?(?:async\s+)?function\b[\s*\w$]*\(|(?:export\s+)?(?:const|let|var)\s+[\w$[{]|import\s[^;]*?from\s*['"]|import\s*['"]|export\s+(?:default|\{|\*|class)|module\.exports|exports\.|(?:}\s*)?(?:else\s+)?if\s*\(|}\s*(?:else|catch|finally)\b|for\s*\(|while\s*\(|return\b.*;$|(?:await\s+)?[\w$.]+\(.*\)?;?$|\}\)?[;,)]*$|['"]use strict|class\s+\w+.*\{|(?:async\s+)?[\w$]+\(.*\)\s*\{$|[\w$.]+\s*=\s|new\s\w+)/,
  ],
  [
    'typescript',
    /^\s*(?:(?:export\s+)?(?:declare\s+)?(?:interface|type|enum|namespace)\s+\w+[^=]*(?:=|\{)|import\s+type\b|export\s+type\b|(?:public|private|protected|readonly)\s+\w+.*[:({]|(?:export\s+)?(?:async\s+)?function\s+\w+[^)]*\w\??:\s*\w|(?:export\s+)?(?:const|let)\s+\w+\s*:\s*\w|.*\)\s*:\s*[\w<>[\]| ]+\s*(?:=>|\{)$)/,
  ],
  [
    'python',
    /^\s*(?:(?:async\s+)?def\s+\w+\(|class\s+\w+.*:$|from\s+[\w.]+\s+import\s|import\s+[\w.]+(?:\s+as\s+\w+)?$|(?:el)?if\s.*:$|else:$|try:$|except\b.*:$|finally:$|for\s+.*\sin\s.*:$|while\s.*:$|with\s.*:$|@\w+|return\b(?!.*;)|raise\s+\w|pass$|"""|[\w.]+\s*=\s*[^;{]*[^;{,]$|[\w.]+\(.*\)$)/,
  ],
  [
    'markdown',
    /^(?: {0,3}#{1,6}\s+\S|```|\s*[-*+]\s+\[[ xX]\]|.*\[[^\]]+\]\([^)]*\)|\|.*\|$|.*\*\*[^*]+\*\*)/,
  ],
  ['yaml', /^\s*(?:- )?['"]?[\w./-]+['"]?:(?:\s+[^{(]*[^{;,(]|\s*[|>]?)$/],
  [
    'shell',
    /^\s*(?:set -[a-z]|export \w+=|echo\s|fi$|done$|then$|do$|esac$|if \[|for \w+ in\s.*;?\s*do|\w+=\$?[("'\w]\S*$|curl\s|apt-get\s|sudo\s)/,
  ],
  ['dockerfile', /^(?:FROM\s+\S+|RUN\s|COPY\s|ADD\s|CMD\s|ENTRYPOINT\s|WORKDIR\s|ENV\s|EXPOSE\s|USER\s)/],
  [
    'code',
    /^\s*(?:package\s+[\w.]+;?$|func\s+(?:\([^)]*\)\s*)?\w+\(|\w+\s*:=\s|if err != nil|(?:public|private|protected|internal)\s+(?:static\s+)?(?:final\s+)?(?:class|void|int|String|bool|boolean|async|override|readonly|[A-Z]\w*)[\s<[]|import\s+[\w.*]+;$|using\s+[\w.]+;$|#include\s*[<"]|namespace\s+\w|<\?php|\$\w+\s*=|(?:pub\s+)?fn\s+\w+|let\s+mut\s|impl\s|use\s+[\w:]+|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP)\s|def\s+\w+[?!]?$|end$|require\s+['"]|template\s*<|int\s+main)/,
  ],
]
