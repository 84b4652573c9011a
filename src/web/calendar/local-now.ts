import { useEffect, useState } from 'react'
import { minuteMs, toLocalTime } from '../i18n/local-time.ts'

/** The current local time in a zone, to the minute. */
export function useLocalNow(zone: string): number {
  const read = () => Math.floor(toLocalTime(Date.now(), zone) / minuteMs) * minuteMs
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), 30_000)
    return () => clearInterval(timer)
  })
  return now
}
