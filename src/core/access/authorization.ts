import { Extensions } from 'type-graphql'
import type { Permission } from './policy.ts'

/** The permission an operation asks for. Every root field states one of `@May`, `@Public`: the schema refuses to build otherwise. */
export const May = (permission: Permission) => Extensions({ may: permission })

/** Beside `@May`: open to sessions that must set up a second factor before anything else. */
export const AllowDuringSetup = () => Extensions({ duringSetup: true })

/** An operation that needs no token. */
export const Public = () => Extensions({ public: true })

/** Beside `@May`: also usable without a token, with a reduced answer. */
export const AllowAnonymous = () => Extensions({ anybody: true })
