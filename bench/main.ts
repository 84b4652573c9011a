// npm run bench [-- name …]: CPU per request, as ratios to a baseline in the same run.
import 'reflect-metadata'
import { cpus } from 'node:os'
import { benchmarks } from './benchmarks.ts'

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !Object.hasOwn(benchmarks, name))
if (unknown) {
  process.stderr.write(`There is no part "${unknown}"; there are: ${Object.keys(benchmarks).join(', ')}\n`)
  process.exit(1)
}
process.stdout.write(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}\n`)
for (const name of wanted.length ? wanted : Object.keys(benchmarks)) await benchmarks[name]?.()
process.exit(process.exitCode ?? 0)
