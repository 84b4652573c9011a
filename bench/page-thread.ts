import type { CDPSession, Page } from 'playwright-core'

/** Rounds of which the median is taken. */
const rounds = 3

/** What the main thread of a page costs, in milliseconds of CPU: a busy machine makes it wait, and hardly dearer. */
export class PageThread {
  private constructor(
    readonly page: Page,
    private readonly tools: CDPSession,
  ) {}

  static async of(page: Page) {
    const tools = await page.context().newCDPSession(page)
    await tools.send('Performance.enable', { timeDomain: 'threadTicks' })
    return new PageThread(page, tools)
  }
  private async spent() {
    const { metrics } = await this.tools.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
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
  /** The median of some rounds; what is done before each is not counted. */
  async median(act: (round: number) => Promise<unknown>, before?: () => Promise<unknown>): Promise<number> {
    const figures: number[] = []
    for (let round = 0; round < rounds; round++) {
      await before?.()
      figures.push(await this.spentOn(() => act(round)))
    }
    return figures.toSorted((a, b) => a - b)[rounds >> 1] ?? 0
  }
}
