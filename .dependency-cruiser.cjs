// The direction of imports: main → app → features → core; nobody imports webhooks. Circles are biome's (noImportCycles),
// which knows types from values.
const features = '^src/(?!core/|cli/|web/)[^/]+/'

module.exports = {
  forbidden: [
    { name: 'core-knows-no-feature', severity: 'error', from: { path: '^src/core/' }, to: { path: features } },
    {
      name: 'only-the-top-composes',
      severity: 'error',
      from: { pathNot: '^src/(main|app|cli/.*)\\.ts$' },
      to: { path: '^src/(app|main)\\.ts$' },
    },
    {
      name: 'nobody-imports-webhooks',
      severity: 'error',
      from: { pathNot: '^src/(app\\.ts|cli/|webhooks/)' },
      to: { path: '^src/webhooks/' },
    },
    {
      name: 'a-resolver-belongs-to-its-feature',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: '^src/app\\.ts$' },
      to: { path: '\\.resolver\\.ts$', pathNot: '^src/$1/' },
    },
    { name: 'events-import-nothing', severity: 'error', from: { path: '^src/events\\.ts$' }, to: {} },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
