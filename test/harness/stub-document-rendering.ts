import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import type { App } from '../../src/app.ts'

/**
 * Replaces document rendering by a few bytes, because it takes nine tenths of the time and has its own tests. Other thread
 * functions still run.
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
