import { fieldsOf } from '../options/assert-known.ts'
import { assertOptions } from '../options/assert-options.ts'
import type { ModelTarget } from './upstream-options.ts'
import type { UpstreamPool } from './upstream-pool.ts'

/** An upstream to ask, and the model's name there. */
export interface Target {
  readonly pool: UpstreamPool
  readonly model: string
}

/** Where model names lead. */
export interface ModelDirectory {
  /** The configured aliases, sorted. */
  readonly aliases: readonly string[]
  /** Returns where to ask for a model, in order; at least one. */
  targetsOf(model: string): readonly Target[]
}

/** Names of models as providers write them; anything else is not told in rows. */
const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}$/

/**
 * Returns the directory: an alias leads to its targets, any other name to every upstream in order, under that name.
 *
 * @throws RangeError for an alias without a target or with one that is not of its form, TypeError for a field that does
 * not exist.
 */
export function createModelDirectory(
  pools: readonly UpstreamPool[],
  models: Readonly<Record<string, ModelTarget | readonly ModelTarget[]>>,
): ModelDirectory {
  const byName = new Map(pools.map((pool) => [pool.name, pool]))
  const byAlias = new Map<string, readonly Target[]>()
  for (const [alias, targets] of Object.entries(models)) {
    const path = `models.${alias}`
    const found = [targets].flat().map((target, index) => {
      return findTarget(target, byName, Array.isArray(targets) ? `${path}[${index}]` : path)
    })
    if (found.length === 0) throw new RangeError(`"${path}" expected at least one target`)
    byAlias.set(alias, found)
  }
  return {
    aliases: [...byAlias.keys()].sort(),
    targetsOf: (model) => byAlias.get(model) ?? pools.map((pool) => ({ pool, model })),
  }
}

const TARGET = fieldsOf<ModelTarget>({ upstream: true, model: true })

function findTarget(target: ModelTarget, byName: ReadonlyMap<string, UpstreamPool>, path: string): Target {
  assertOptions(target, TARGET, path)
  const { upstream, model } = target
  const pool = byName.get(upstream)
  if (pool === undefined || typeof model !== 'string' || model === '') {
    throw new RangeError(`"${path}" expected the names of an upstream and a model`)
  }
  return { pool, model }
}

/** Returns a model's name as it may stand in a row. */
export function rowModel(model: string): string | null {
  return MODEL_NAME.test(model) ? model : null
}
