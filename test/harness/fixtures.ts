import type { Fixture, FixtureContext } from '#core/feature/fixture'
import { examples } from '../../src/app.ts'
import { features } from '../../src/features.ts'
import { upload } from '../features/content/files/upload.ts'
import type { House } from './house.ts'

/** How one of each thing is made, of every feature. */
export const fixtures: Fixture = Object.assign(
  {},
  ...(await Promise.all(features.map(({ fixture }) => fixture?.()))).map((module) => module?.fixture),
)

/** The name of every thing that examples mention, by its id there. */
export const exampleNames = new Map(Object.entries(examples.things).map(([name, id]) => [id, name]))

/** The name of the thing that a route is about: `client` for `/clients/{id}/refunds`. */
export function exampleNameFor(path: string): string {
  const [, before = ''] = /^(.*?)\/\{/.exec(path) ?? []
  const thing = exampleNames.get(examples.ids[before] ?? '')
  if (!thing) throw new Error(`${path}: no feature has an example id for ${before} (examples.ids).`)
  return thing
}

export interface TestFixtures extends FixtureContext {
  /** Makes whatever hangs on a thing that is there, a second time: all that its fixtures asked for is the same. */
  moreBelow(name: string): Promise<void>
  /** What was made once so far: name and id. */
  made(): Promise<[name: string, id: string][]>
  /** An id of each thing of every feature, by its name. */
  all(): Promise<Record<string, string>>
}

let words = 0

/** What the fixture of a thing asks for. */
const parents = new Map<string, Set<string>>()

/** Whether a thing hangs on another one, over however many in between. */
const hangsOn = (name: string, on: string): boolean =>
  [...(parents.get(name) ?? [])].some((parent) => parent === on || hangsOn(parent, on))

/** Creates resources by the fixtures of all features on first use, except those that exist. */
export function createFixtures(at: Pick<House, 'app' | 'owner'>, there: Record<string, string> = {}): TestFixtures {
  const known = new Map(Object.entries(there).map(([name, id]) => [name, Promise.resolve(id)]))
  const send: FixtureContext['send'] = async (method, path, body, headers) => {
    const answer = await at.owner.rest(method, path, body, headers)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const shop: TestFixtures = {
    send,
    post: (path, body = {}) => send('POST', path, body),
    one(name) {
      const id = known.get(name) ?? make(name)
      known.set(name, id)
      return id
    },
    async moreBelow(name) {
      const things = Object.entries(await shop.all())
      const kept = things.filter(([each]) => each === name || !hangsOn(each, name))
      const below = createFixtures(at, Object.fromEntries(kept))
      await below.all()
    },
    made: () => Promise.all([...known].map(async ([name, id]): Promise<[string, string]> => [name, await id])),
    async all() {
      const ids: Record<string, string> = {}
      for (const name of Object.keys(fixtures)) ids[name] = await shop.one(name)
      return ids
    },
    unique: () => `wort${++words}-${at.owner.id.slice(0, 8)}`,
    upload: async (content = 'a') => (await upload(at as House, 'owner', { file: [content, 'a.txt'] })).body,
    get system() {
      return at.app.system
    },
  }
  const make = async (name: string) => {
    const fixture = fixtures[name]
    if (!fixture) throw new Error(`No feature has a fixture for ${name}.`)
    const asked = parents.get(name) ?? new Set()
    parents.set(name, asked)
    const one = (parent: string) => {
      asked.add(parent)
      return shop.one(parent)
    }
    const { id } = await fixture({ ...shop, system: at.app.system, one })
    return id
  }
  return shop
}
