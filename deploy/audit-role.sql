-- Lets Lanyard sign in to PostgreSQL as "lanyard_app", which can add and read records of the activity log and nothing else
-- there. Run it in Lanyard's database as a superuser, while Lanyard is stopped and after it has started once:
--   create role lanyard_app login password '…';   then   psql --dbname=lanyard --file=audit-role.sql
-- It can be run again; README.md says when that is needed.
do $$
declare
  each record;
begin
  if (select rolsuper or rolcreaterole or rolbypassrls from pg_roles where rolname = 'lanyard_app') then
    raise exception 'lanyard_app must be an ordinary role';
  end if;
  -- The owner of a schema can drop what is in it, so that these two stay with the owner of the database.
  if (select datdba from pg_database where datname = current_database()) = 'lanyard_app'::regrole then
    raise exception 'lanyard_app must not own the database';
  end if;
  execute format('grant connect, create, temporary on database %I to lanyard_app', current_database());
  grant usage, create on schema public to lanyard_app;

  -- "queue" is of an earlier version, and Lanyard drops it after an upgrade.
  for each in select nspname from pg_namespace where nspname in ('drizzle', 'triggers', 'queue') loop
    execute format('alter schema %I owner to lanyard_app', each.nspname);
  end loop;
  for each in
    select c.oid::regclass as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle', 'queue') and c.relname not in ('audit_records', 'audit_overflows')
      and (c.relkind in ('r', 'p', 'v') or (c.relkind = 'S' and not exists
        -- A sequence of a column goes with its table.
        (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))))
  loop
    execute format('alter table %s owner to lanyard_app', each.name);
  end loop;
  for each in
    select p.oid::regprocedure as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'queue') and p.proname not in ('keep_audit_records', 'keep_audit_overflows')
  loop
    execute format('alter routine %s owner to lanyard_app', each.name);
  end loop;
  for each in
    select t.oid::regtype as name
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ('public', 'queue') and t.typtype = 'e'
  loop
    execute format('alter type %s owner to lanyard_app', each.name);
  end loop;

  -- The owner of the log: when an account is deleted, its records go in that name, and the trigger looks for the account.
  execute format('grant select on public.users to %I',
    (select tableowner from pg_tables where schemaname = 'public' and tablename = 'audit_records'));
  revoke all on public.audit_records, public.audit_overflows from public, lanyard_app;
  grant select, insert on public.audit_records to lanyard_app;
  -- Its trigger only lets a count grow.
  grant select, insert, update on public.audit_overflows to lanyard_app;
end $$;
