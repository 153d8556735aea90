-- Invoices that were entered by hand were not looked at for what had been refunded before: they are looked at once.
UPDATE "invoice" SET "next_at" = now() WHERE "color" = 'blue' AND "state" = 'issued' AND "next_at" IS NULL
  AND "id" IN (SELECT l."invoice_id" FROM "invoice_line" l JOIN "order" o ON o."no" = l."order_no" WHERE o."refunded_amount" > 0)
  AND EXISTS (SELECT 1 FROM "invoice_event" e WHERE e."invoice_id" = "invoice"."id" AND e."act" = 'entered');
