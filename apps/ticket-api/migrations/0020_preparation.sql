-- What the staff have to prepare: few of all the lines that were ever ordered.
create index order_line_to_prepare on order_line (network_id, order_id)
  where support in ('SHIPPING', 'COLLECT', 'PHYSICAL') and process_status <> 'PROCESSED';
