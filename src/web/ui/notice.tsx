import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const icons = { info: Info, good: CircleCheck, warn: TriangleAlert, danger: CircleAlert }

export function Notice({ look = 'info', children }: { look?: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[look]
  return (
    <div className={`notice ${look}`}>
      <Icon size={18} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
