import { Extensions } from 'type-graphql'
import type { Permission } from './policy.ts'

/** The permission an operation asks for. Every root field states one of `@May`, `@Public`: the schema refuses to build otherwise. */
export const May = (permission: Permission) => Extensions({ may: permission })

/** An operation that needs no token. */
export const Public = () => Extensions({ public: true })
