import { PersonaError } from '@cordon/personas'
import {
  type OpenRegistryOptions,
  openRegistry,
  type PersonaListener,
  type PersonaRegistry,
} from '@cordon/personas/registry'
import { CliError } from '../terminal/cli-error.ts'
import { counted } from '../terminal/counted.ts'
import type { ResolvedConfig } from './read-serve-config.ts'

/**
 * Opens the personas of a configuration.
 *
 * @throws {@link CliError} with every fault of the directory, one a line; what else the registry throws as it is.
 */
export async function openPersonas(
  { integrity, personas: { directory, root, publicKey, unsigned } }: ResolvedConfig,
  onEvent?: PersonaListener,
): Promise<PersonaRegistry> {
  try {
    // That the keys fit the mode was checked with the rest of the configuration.
    const options = { integrity, root, publicKey, unsigned, onEvent } as OpenRegistryOptions
    return await openRegistry(directory, options)
  } catch (error) {
    if (!PersonaError.isInstance(error) || error.code !== 'ERR_PERSONA_INIT') throw error
    const { faults } = error.detail
    throw new CliError(
      `the persona directory has ${counted(faults.length, 'fault')}:`,
      faults.map(({ message }) => message),
    )
  }
}
