-- When a server last took our hook: one that did tells who comes and goes by itself.
alter table servers add column hooks_at timestamptz;
