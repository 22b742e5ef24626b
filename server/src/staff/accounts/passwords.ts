import { hash, verify } from '@node-rs/argon2'

// argon2id is the library's default variant; 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost)
}

let decoy: Promise<string> | undefined

/** Whether `password` is the one of `passwordHash`. Without a hash it takes the same time and is false. */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const isRight = await verify(
    passwordHash ?? (await (decoy ??= hashPassword('nobody has this password'))),
    password.normalize('NFKC'),
  )
  return isRight && Boolean(passwordHash)
}
