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
  config: ResolvedConfig,
  onEvent?: PersonaListener,
): Promise<PersonaRegistry> {
  const { directory } = config.personas
  try {
    return await openRegistry(directory, registryOptions(config, onEvent))
  } catch (error) {
    if (!PersonaError.isInstance(error) || error.code !== 'ERR_PERSONA_INIT') throw error
    const { faults } = error.detail
    throw new CliError(
      `the persona directory has ${counted(faults.length, 'fault')}:`,
      faults.map(({ message }) => message),
    )
  }
}

/** Of the mode, the lock on disk may have decided; another one than the keys are for is refused and never taken instead. */
function registryOptions(
  { integrity, personas: { root, publicKey, unsigned } }: ResolvedConfig,
  onEvent: PersonaListener | undefined,
): OpenRegistryOptions {
  const common = { root, onEvent }
  if (integrity === 'live' && publicKey === undefined && !unsigned) return { ...common, integrity }
  if (integrity === 'sealed' && publicKey !== undefined && !unsigned)
    return { ...common, integrity, publicKey }
  if (integrity === 'sealed' && publicKey === undefined && unsigned) return { ...common, integrity, unsigned }
  throw new CliError(`personas: publicKey and unsigned do not fit integrity ${integrity}`)
}
