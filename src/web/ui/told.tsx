import { useState } from 'react'
import type { Outcome } from '../graphql/send.ts'
import { Notice } from './notice.tsx'

/** What came of something that was done. */
export interface News {
  text: string
  look: 'good' | 'danger'
}

/** Says it to whoever sees the page and to whoever hears it; the place is there before, so that it is heard. */
export const Told = ({ text, look = 'good' }: { text: string | undefined; look?: News['look'] | undefined }) => (
  <div role="status" className={text ? undefined : 'unseen'}>
    {text && <Notice look={look}>{text}</Notice>}
  </div>
)

/** What is told of an outcome: `text`, or why it was refused. */
export const newsOf = ({ problem }: Outcome<unknown>, text: string): News =>
  problem ? { look: 'danger', text: problem.message } : { look: 'good', text }

/** What is done in a dialog over a page, and what came of the last. */
export function useDoing<D>() {
  const [doing, begin] = useState<D>()
  const [told, tell] = useState('')
  const end = (text: string) => {
    tell(text)
    begin(undefined)
  }
  return {
    doing,
    begin,
    told,
    /** It is done: what is to be told of it. */
    end,
    /** Nothing is done, after all. */
    close: () => end(''),
  }
}
