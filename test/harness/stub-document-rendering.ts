import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import type { App } from '../../src/app.ts'

/**
 * Documents are there at once, as a few bytes: they have their own tests, and drawing them takes nine tenths of the time. What
 * else threads are asked for, such as holidays, they do: the process remembers it, for other tests too.
 */
export function stubDocumentRendering({ services: { threads } }: App) {
  const run = threads.run.bind(threads) as (...given: unknown[]) => Promise<unknown>
  let drawn = 0
  return vi.spyOn(threads, 'run').mockImplementation((async (...given: unknown[]) => {
    const name = String(given[2])
    if (!/^(render|draw)/.test(name)) return run(...given)
    await sleep(1)
    const pdf = Buffer.from(`pdf ${++drawn}`)
    return /Quote|Evidence/.test(name) ? pdf : { pdf, xml: 'xml' }
  }) as never)
}
