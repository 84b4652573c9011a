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
    reporters: [
      'default',
      './test/harness/slowest.ts',
      './test/harness/missing-browser.ts',
      './test/harness/retried.ts',
    ],
    globalSetup: ['test/harness/cluster.ts', 'test/harness/web.ts'],
    // Decorators write into it, whichever module a test loads first.
    setupFiles: ['reflect-metadata', './test/harness/portable-sql/every-test.ts'],
    // More than there are cores: much of a test is waiting for PostgreSQL and for other processes.
    maxWorkers: 3,
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // What is awaited comes late on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
})
