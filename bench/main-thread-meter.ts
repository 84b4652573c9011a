import type { CDPSession, Page } from 'playwright-core'

/** Rounds of which the median is taken. */
const rounds = 3

/** Reads the CPU milliseconds of a page's main thread, which hardly depend on the machine's load. */
export async function createCpuMeter(tools: CDPSession): Promise<() => Promise<number>> {
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await tools.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
}

/** Measures the CPU that an action costs the page's main thread until it is idle. */
export class MainThreadMeter {
  private constructor(
    readonly page: Page,
    private readonly spent: () => Promise<number>,
  ) {}

  static async of(page: Page) {
    return new MainThreadMeter(page, await createCpuMeter(await page.context().newCDPSession(page)))
  }
  /** Until it has nothing to do. */
  private async rest(): Promise<number> {
    for (let before = await this.spent(); ; ) {
      await this.page.waitForTimeout(700)
      const now = await this.spent()
      if (now - before < 4) return now
      before = now
    }
  }
  private async spentOn(act: () => Promise<unknown>): Promise<number> {
    const before = await this.rest()
    await act()
    return (await this.rest()) - before
  }
  /** Median of several rounds; `before` is not measured. */
  async median(act: (round: number) => Promise<unknown>, before?: () => Promise<unknown>): Promise<number> {
    const figures: number[] = []
    for (let round = 0; round < rounds; round++) {
      await before?.()
      figures.push(await this.spentOn(() => act(round)))
    }
    return figures.toSorted((a, b) => a - b)[rounds >> 1] ?? 0
  }
}
