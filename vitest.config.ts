import { defineConfig } from 'vitest/config'

// The threads of workers load what is drawn with anew for each app.
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/node'

export default defineConfig({
  resolve: {
    // Two copies of graphql (import and require) are two realms: one for all.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/harness/slowest.ts'],
    globalSetup: 'test/harness/cluster.ts',
    // Decorators write into it, whichever module a test loads first.
    setupFiles: ['reflect-metadata', './test/harness/portable-sql/every-test.ts'],
    // More than there are cores: much of a test is waiting for PostgreSQL and for other processes.
    maxWorkers: 3,
    isolate: false,
    // Clearing up takes a tenth of a test's time: with room it is done less often, and in one thread, for the other
    // workers are as busy.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32', '--single-threaded-gc'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
