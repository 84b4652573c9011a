import type { DemoPart } from '#core/feature/demo'
import { addDays } from '#core/time/clock'

/** Each worker was away in the past year; some will be away soon. */
export const absenceDemo: DemoPart = {
  title: { de: 'Abwesenheiten', en: 'Absences' },
  steps({ made, random, today, call }) {
    const workers = made.people.filter(({ role }) => role === 'member' || role === 'admin')
    return workers.flatMap((person) => {
      const send = (body: object) => async () => {
        await call(person, 'POST', '/absences', body)
      }
      const days = (ago: number, length: number) => ({
        starts_on: addDays(today, -ago),
        ends_on: addDays(today, length - 1 - ago),
      })
      return [
        send({ kind: 'vacation', ...days(random.between(100, 300), random.between(5, 14)), note: 'Urlaub' }),
        ...(random.chance(0.6) ? [send({ kind: 'sick', ...days(random.between(20, 90), random.between(1, 4)) })] : []),
        ...(random.chance(0.5)
          ? [send({ kind: 'vacation', ...days(-random.between(10, 60), random.between(3, 10)) })]
          : []),
        ...(random.chance(0.3)
          ? [
              send({
                kind: 'other',
                ...days(-random.between(3, 30), 1),
                half_day: true,
                half: 'afternoon',
                note: 'Arzttermin',
              }),
            ]
          : []),
      ]
    })
  },
}
