import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { dutiesOf } from '#shared/ceu/duties.ts'
import { cycleNotDeleted } from './store.ts'
import { ceuCycles, ceuDuties } from './table.ts'

/** Writes the duties of the owner's cycles. Call it after the topics of any of them changed. */
export async function updateDuties(tx: Db, owner: Owner): Promise<void> {
  const { id, licenseId, certificationId, cycleEnd, topics, topicsCompleted } = ceuCycles
  const cycles = await tx
    .select({ id, licenseId, certificationId, cycleEnd, topics, topicsCompleted })
    .from(ceuCycles)
    .where(and(eq(ceuCycles.ownerId, owner), cycleNotDeleted))
  const duties = JSON.stringify(dutiesOf(cycles))
  const due = sql`jsonb_to_recordset(${duties}::jsonb)
    as due("subjectId" uuid, key text, kind text, "cycleId" uuid, topic text, "dueOn" date)`
  await tx.execute(sql`
    update ${ceuDuties} set due_on = null
    where owner_id = ${owner} and due_on is not null
      and (subject_id, key, kind) not in (select "subjectId", key, kind from ${due})`)
  await tx.execute(sql`
    insert into ${ceuDuties} (owner_id, subject_id, key, kind, cycle_id, topic, due_on)
    select ${owner}, due.* from ${due}
    on conflict on constraint ceu_duties_topic do update
      set cycle_id = excluded.cycle_id, topic = excluded.topic, due_on = excluded.due_on
      where (ceu_duties.cycle_id, ceu_duties.topic, ceu_duties.due_on)
        is distinct from (excluded.cycle_id, excluded.topic, excluded.due_on)`)
}
