-- Wrong codes of an invitation's link, of however many codes that were sent for it.
alter table invitations add column code_failures integer not null default 0;

-- Of whom a pass was for nothing is kept once they are forgotten, in the audit neither. The lines, and their chain, stay as they are.
do $$
begin
  delete from audit_values using audit_lines, passes
  where audit_lines.id = audit_values.line_id
    and audit_values.part = 'change'
    and audit_lines.subject_id = passes.id
    and passes.guest_name is null;
end $$;
