-- A debit that the bank collected has no account at a payment provider; those of older versions got the only one there was (0058).
update payment set provider_account = null from debit_file
  where payment.kind = 'debit' and payment.debit_file_id = debit_file.id
  and debit_file.provider_account is null and payment.provider_account is not null;
