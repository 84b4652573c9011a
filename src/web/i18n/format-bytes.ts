import { numberFormatter } from './locale.ts'

const units = ['byte', 'kilobyte', 'megabyte'] as const

/** A number of bytes as people read it. */
export function formatBytes(bytes: number): string {
  const thousands = Math.min(2, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const unit = units[thousands] ?? 'byte'
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return numberFormatter(format).format(bytes / 1000 ** thousands)
}
