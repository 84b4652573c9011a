import type { Reporter, TestModule } from 'vitest/node'

/** Lists tests that passed only on retry (`--retry`). */
export default class RetriedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
    )
    if (flaky.length === 0) return
    console.log(`\n${flaky.length} passed only when tried again:`)
    for (const each of flaky) console.log(`  ${each}`)
  }
}
