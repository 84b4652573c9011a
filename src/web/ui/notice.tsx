import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const icons = { info: Info, good: CircleCheck, warn: TriangleAlert, danger: CircleAlert }

export function Notice({ variant = 'info', children }: { variant?: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[variant]
  return (
    <div className={`notice ${variant}`}>
      <Icon size={18} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
