import { useMemo, useState } from 'react'
import { canonicalZone, timeZoneChoices } from '#core/time/zone-names'
import { Combobox } from '../../ui/combobox.tsx'

interface TimeZoneFieldProps {
  label: string
  hint?: string
  error?: string | undefined
  /** An IANA time zone or an alias of one. */
  zone: string
  onChoose: (zone: string) => void
}

const zoneOptions = timeZoneChoices.map(({ name, label }) => ({ id: name, name: label }))

/** Time zone field, searchable by current and former names. */
export function TimeZoneField({ zone, onChoose, ...field }: TimeZoneFieldProps) {
  const [query, setQuery] = useState('')
  const found = useMemo(() => {
    const sought = query.toLowerCase().replaceAll('_', ' ')
    return zoneOptions.filter(({ name }) => name.toLowerCase().includes(sought))
  }, [query])
  const id = canonicalZone(zone)
  const chosen = zoneOptions.find((each) => each.id === id) ?? { id, name: id }
  return (
    <Combobox
      {...field}
      isRequired
      chosen={chosen}
      found={found}
      onSearch={setQuery}
      onChoose={(to) => onChoose(to.id)}
    />
  )
}
