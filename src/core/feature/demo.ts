import type { Role } from '#core/access/policy'
import type { Bilingual, Language } from '#core/text/language'

/** Somebody of the demo organization, who calls the API. */
export interface DemoPerson {
  id: string
  name: string
  role: Role
  token: string
}

/** What the parts made, for the ones after them. Each part adds its own by declaration merging. */
export interface DemoData {
  people: DemoPerson[]
}

/** What a part fills the organization with, and how. */
export interface Demo {
  language: Language
  /** 1 is an agency of eight, 0.1 a part of it. */
  scale: number
  random: Random
  /** In Berlin. */
  today: string
  owner: DemoPerson
  made: DemoData
  /** Calls the REST API as somebody; throws with its words where it refuses. */
  call<Answer>(
    as: DemoPerson,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Answer>
  /** Uploads a text file as somebody, and answers its id. */
  upload(as: DemoPerson, name: string, text: string, folderId: string): Promise<string>
  /** Does something as if it were some days ago; for parts whose steps wait for each other. */
  daysAgo<Result>(days: number, work: () => Promise<Result>): Promise<Result>
  /** Signs a document as its client would, by a link of its own. */
  sign(kind: 'quote' | 'contract', id: string, name: string): Promise<void>
}

/** One step is a few calls; all that is random is drawn before the first one runs. */
export type DemoStep = () => Promise<void>

/** What a feature adds to the demo; lies in the feature's folder as `*.demo.ts`. */
export interface DemoPart {
  title: Bilingual
  /** Whether a step must wait for the one before it. */
  inOrder?: boolean
  steps(demo: Demo): DemoStep[]
}

/** Numbers that only look random: the same seed gives the same ones. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.next() * from.length)]
    if (picked === undefined) throw new RangeError('nothing to pick from')
    return picked
  }

  /** Some of them, each once. */
  some<T>(from: readonly T[], count: number): T[] {
    const left = [...from]
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.between(0, left.length - 1), 1)[0] as T,
    )
  }
}
