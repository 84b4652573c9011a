// The direction of imports: main → app → features → documents → core; nobody imports webhooks. No two features know
// each other in a circle, types included. Between single files circles are biome's (noImportCycles), which knows types
// from values.
module.exports = {
  forbidden: [
    {
      name: 'core-knows-nothing-above-it',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: '^src/(features|documents|cli)/' },
    },
    {
      name: 'documents-know-no-feature',
      severity: 'error',
      from: { path: '^src/documents/' },
      to: { path: '^src/(features|cli)/' },
    },
    {
      // An editor in a browser takes it as it is.
      name: 'rich-text-is-a-package',
      severity: 'error',
      from: { path: '^src/rich-text/' },
      to: { path: '^src/', pathNot: '^src/rich-text/' },
    },
    {
      // The app takes it as it is.
      name: 'client-csv-knows-nothing-of-the-service',
      severity: 'error',
      from: { path: '^src/client-csv/' },
      to: { path: '^src/', pathNot: '^src/client-csv/' },
    },
    {
      name: 'nobody-imports-the-app',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/web/' },
      to: { path: '^src/web/' },
    },
    {
      name: 'only-the-top-composes',
      severity: 'error',
      from: { pathNot: '^src/(main|app|cli/.*)\\.ts$' },
      to: { path: '^src/(app|main)\\.ts$' },
    },
    {
      name: 'nobody-imports-webhooks',
      severity: 'error',
      from: { pathNot: '^src/(features\\.ts|cli/|features/platform/webhook)' },
      to: { path: '^src/features/platform/webhook' },
    },
    {
      name: 'a-resolver-belongs-to-its-feature',
      severity: 'error',
      from: { path: '^src/features/([^/]+/[^/]+)/' },
      to: { path: '\\.resolver\\.ts$', pathNot: '^src/features/$1/' },
    },
    {
      name: 'features-know-each-other-one-way',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/features/[^/]+/[^/]+$' },
      to: { circular: true },
    },
    {
      name: 'folders-of-core-know-each-other-one-way',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/core/[^/]+$' },
      to: { circular: true, viaOnly: { path: '^src/core/' } },
    },
    {
      name: 'a-root-file-is-in-no-circle',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$' },
      to: { circular: true },
    },
    { name: 'events-import-nothing', severity: 'error', from: { path: '^src/(events|audit-actions)\\.ts$' }, to: {} },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // What the app imports is biome's (noRestrictedImports): no parser of this tool takes TypeScript 7 with JSX.
    doNotFollow: { path: ['node_modules', '^src/web/'] },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
