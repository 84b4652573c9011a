import type { ReactNode } from 'react'
import { messages } from './booking.messages.ts'

export const FormSection = ({ name, children }: { name: keyof typeof messages.parts; children: ReactNode }) => (
  <section className="group" aria-labelledby={`part-${name}`}>
    <h2 id={`part-${name}`}>{messages.parts[name]}</h2>
    {children}
  </section>
)
