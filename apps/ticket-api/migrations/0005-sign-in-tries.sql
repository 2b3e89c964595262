-- Guessing is slowed down by the instants of the tries themselves: a window that slides exactly, in one row per subject.
create table counted_try (
  network_id text not null references network on delete cascade,
  subject text not null,
  tries timestamptz[] not null,
  blocked_until timestamptz,
  last_at timestamptz not null,
  primary key (network_id, subject)
);
create index counted_try_age on counted_try (last_at);

create index known_device_login on known_device (login_id, created_at);
