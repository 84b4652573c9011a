import type { Reporter, TestModule } from 'vitest/node'

/** Prints the ten files that took longest, where there were more. */
export default class SlowestFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    if (modules.length <= 10) return
    const taken = modules
      .map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic()
        return { file: module.relativeModuleId, seconds: (collectDuration + setupDuration + duration) / 1000 }
      })
      .sort((one, other) => other.seconds - one.seconds)
    console.log('\nThe ten slowest files, in seconds:')
    for (const { file, seconds } of taken.slice(0, 10)) console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`)
  }
}
