import type { Reporter } from 'vitest/node'
import { browserPath } from './browser.ts'

/** Says at the end of a run why tests in a browser were left out, and how to have them. */
export default class MissingBrowserReporter implements Reporter {
  onTestRunEnd() {
    if (browserPath) return
    console.log(
      '\nNo Chromium was found, so the tests in a browser were skipped. Debian: apt-get install chromium-headless-shell. ' +
        'Elsewhere: CHROMIUM=/path/to/chrome npm run test:all',
    )
  }
}
