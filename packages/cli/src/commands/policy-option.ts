import { Option } from 'commander'

/** Returns the `--policy` option that every command shares. */
export function policyOption(): Option {
  return new Option('--policy <policy>', 'which rules of sanitizing to follow')
    .choices(['strict', 'standard'])
    .default('strict')
}
