// Rejects packages with a licence that is not listed, development packages included because the app is bundled from them.
// Optional binaries of development tools for other platforms are skipped.
import { readFileSync } from 'node:fs'

const allowed = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['PSF-2.0', 'Python-2.0', 'Unlicense', 'WTFPL', 'Zlib'],
  // Data, whose source is named in the package.
  ...['CC-BY-3.0', 'CC-BY-4.0'],
  // Used unchanged, and in the case of the LGPL (libvips) as a library that can be exchanged.
  ...['MPL-2.0', 'LGPL-3.0-or-later'],
])

/** What packages without a licence in their `package.json` say in their files. */
const saidElsewhere = {
  '@react-aria/optimize-locales-plugin': 'Apache-2.0',
  'combine-errors': 'MIT',
  fuzzy: 'MIT',
  khroma: 'MIT',
  'png-js': 'MIT',
}

/** Reads an SPDX expression: one of the alternatives is enough, all of a conjunction are needed. */
const isAllowed = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((license) => allowed.has(license)))

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const wrong = Object.entries(packages)
  .filter(([path, { link, dev, optional }]) => path && !link && !(dev && optional))
  .map(([path, { license }]) => {
    const name = path.replace(/^.*node_modules\//, '')
    return { name, license: license ?? saidElsewhere[name] ?? 'none' }
  })
  .filter(({ license }) => !isAllowed(license))
for (const { name, license } of wrong) console.error(`${name}: its licence is ${license}, which is not allowed.`)
if (wrong.length) process.exit(1)
